import type { Component } from "svelte";

import EverythingSection from "./EverythingSection.svelte";
import LanguageSection from "./LanguageSection.svelte";
import NotificationsSection from "./NotificationsSection.svelte";
import StorageSection from "./StorageSection.svelte";

/** What the settings consist of, from top to bottom. Each section has its own heading and states. */
export const SECTIONS: readonly Component[] = [
  LanguageSection,
  NotificationsSection,
  StorageSection,
  EverythingSection,
];
