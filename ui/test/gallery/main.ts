import { mount, tick } from "svelte";

import App from "../../src/App.svelte";
import "../../src/app.css";
import { speak } from "../../src/lib/languages/speaking.svelte";
import { shipped } from "../../src/lib/languages/shipped";
import { accented, turned } from "../pseudo";
import { SCENES } from "./scenes";

/** The languages a scene can be looked at in: `?scene=…&lang=…`. */
const LANGUAGES = [shipped("en", ["en-GB"]), shipped("de", []), accented, turned];

const query = new URLSearchParams(location.search);
const name = query.get("scene") ?? "main";
const language = LANGUAGES.find(({ code }) => code === query.get("lang"));
const scene = SCENES[name];
const target = document.getElementById("app");

async function settle(): Promise<void> {
  await tick();
  await new Promise((done) => setTimeout(done, 60));
}

/** Presses the button with these words, or fills the field `#id=text`. */
function act(what: string): void {
  const field = /^#([\w-]+)=(.*)$/.exec(what);
  if (field) {
    const input = document.getElementById(field[1] ?? "");
    if (!(input instanceof HTMLInputElement)) return;
    input.value = field[2] ?? "";
    input.dispatchEvent(new InputEvent("input", { bubbles: true }));
    return;
  }
  // What answers a question stands after what asked it.
  const [, words = what] = /^yes:(.*)$/.exec(what) ?? [];
  const buttons = [...document.querySelectorAll("button")].filter((candidate) =>
    `${candidate.textContent} ${candidate.ariaLabel ?? ""}`.includes(words),
  );
  (words === what ? buttons[0] : buttons.at(-1))?.click();
}

if (target && scene) {
  mount(App, { target, props: { core: scene.core() } });
  await settle();
  for (const what of scene.press ?? []) {
    act(what);
    await settle();
  }
  // What is pressed is pressed by its English words; the language changes under it.
  if (language) speak(language);
  await settle();
} else if (target) {
  for (const scene of Object.keys(SCENES)) {
    const link = document.createElement("a");
    link.href = `?scene=${scene}`;
    link.textContent = scene;
    target.append(link, document.createElement("br"));
  }
}
document.documentElement.dataset["settled"] = "";
