import { report } from "../../fake";
import { COMPANIES, company, conversation, item, MAIN, NOW, overview, READ } from "../../fixtures";
import { FakeCore } from "../../fake";
import { at, chat, never, type Scenes } from "./kit";
import type { StorageView } from "../../../src/lib/contract";

export const STORAGE: StorageView = {
  folder: "/home/ada/.local/share/org.candor-agent.Candor",
  database: 48_213_504,
  pending: 4_128_272,
  other: 812,
  total: 52_342_588,
  companies: [
    { company: 1, conversations: 1, messages: 2 },
    { company: 2, conversations: 12, messages: 4_821 },
    { company: 3, conversations: 0, messages: 0 },
    { company: 4, conversations: 3, messages: 1_048_576 },
  ],
  leaving: [],
};
const LEAVING = [
  { company: 9, name: "Fern & Fir", domain: "fern-and-fir.example", since: NOW - 3_600_000 },
];

const account = { since: NOW, scopes: [READ] };
const stored = (over: Partial<StorageView> = {}): FakeCore =>
  at({ account }, MAIN, { storage: { ...STORAGE, ...over }, list: [item(7)] });

/** What is kept, deleting and blocking, in each state. */
export const SETTINGS: Scenes = {
  settings: { core: () => stored(), press: ["Settings"] },
  "settings-leaving": { core: () => stored({ leaving: LEAVING }), press: ["Settings"] },
  "settings-loading": {
    core: () => {
      const core = stored();
      core.instead.storage = never;
      return core;
    },
    press: ["Settings"],
  },
  "settings-failed": {
    core: () => {
      const core = stored();
      core.instead.storage = () => {
        throw report("store-failed", "The disk did not answer. Look whether it is full.");
      };
      return core;
    },
    press: ["Settings"],
  },
  "settings-empty": {
    core: () => {
      const storage = { ...STORAGE, database: 98_304, pending: 0, total: 98_304, companies: [] };
      return new FakeCore({ overview: overview({ companies: [] }), storage });
    },
    press: ["Settings"],
  },
  "delete-conversation": {
    core: () => stored(),
    press: ["More", "Delete this conversation"],
  },
  "delete-company": { core: () => stored(), press: ["Settings", "Delete Trailhead"] },
  "delete-failed": {
    core: () => {
      const core = stored();
      core.instead.deleteCompany = () => {
        throw report("store-failed", "The disk did not answer. The next start goes on with it.");
      };
      return core;
    },
    press: ["Settings", "Delete Trailhead", "Delete the Company"],
  },
  deleting: {
    core: () => {
      const core = stored();
      core.instead.deleteCompany = never;
      return core;
    },
    press: ["Settings", "Delete Trailhead", "Delete the Company"],
  },
  "deleted-to-tell": {
    core: () => {
      const core = stored();
      core.answers.companyDeleted = { to_tell: true };
      return core;
    },
    press: ["Settings", "Delete Trailhead", "Delete the Company"],
  },
  "delete-everything": { core: () => stored(), press: ["Settings", "Delete everything…"] },
  "delete-untold": {
    core: () => {
      const core = stored();
      core.answers.everythingDeleted = {
        outcome: "untold",
        companies: ["Trailhead", "متجر المثال"],
      };
      return core;
    },
    press: ["Settings", "Delete everything…", "yes:Delete everything"],
  },
  "deleted-everything": {
    core: () => {
      const core = stored();
      core.answers.everythingDeleted = { outcome: "done", key_removed: false };
      return core;
    },
    press: ["Settings", "Delete everything…", "yes:Delete everything"],
  },
  blocked: { core: () => at({ blocked: true }) },
  "block-ask": { core: () => stored(), press: ["Settings", "Block Trailhead"] },
  "add-blocked": {
    core: () => {
      const core = chat(MAIN);
      const blocked = company({ ...COMPANIES[1], blocked: true });
      core.answers.added = { outcome: "added", company: blocked };
      return core;
    },
    press: ["Chat with a Company", "#add-domain=manzanita.example", "Find the Company"],
  },
  "conversation-menu": { core: () => stored(), press: ["More"] },
  exporting: {
    core: () => {
      const core = stored();
      core.instead.exportConversation = () => {
        core.tell({ type: "exporting", conversation: 7, done: 1200, total: 5000 });
        return never();
      };
      return core;
    },
    press: ["More", "Export as a web page"],
  },
  exported: {
    core: () => {
      const core = stored();
      const path = "/home/ada/Documents/Trailhead 2026-11-30.html";
      core.answers.exported = { outcome: "written", path, entries: 5000 };
      return core;
    },
    press: ["More", "Export as a web page"],
  },
  "export-failed": {
    core: () => {
      const core = stored();
      core.instead.exportConversation = () => {
        throw report("file-failed", "There is no room left on the disk.");
      };
      return core;
    },
    press: ["More", "Export as JSON"],
  },
  print: {
    core: () => new FakeCore({ overview: overview(), conversation: conversation(MAIN) }),
    press: ["More", "Print…"],
  },
};
