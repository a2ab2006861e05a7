import { mount } from "svelte";

import App from "./App.svelte";
import "./app.css";
import { tauriCore } from "./lib/tauri";

const target = document.getElementById("app");
if (target) mount(App, { target, props: { core: tauriCore } });
