import { CHAT } from "./chat";
import { CONVERSATIONS } from "./conversations";
import { SIGN_IN } from "./sign-in";
import { IDENTITY_ROOM } from "./identity";
import { WINDOW } from "./window";
import { LONG_AND_HOSTILE } from "./hard";
import { SEARCH } from "./search";
import { SETTINGS } from "./settings";
import type { Scenes } from "./kit";

/** The states worth looking at. */
export const SCENES: Scenes = {
  ...CHAT,
  ...CONVERSATIONS,
  ...SIGN_IN,
  ...IDENTITY_ROOM,
  ...WINDOW,
  ...SEARCH,
  ...SETTINGS,
  ...LONG_AND_HOSTILE,
};
