import type { IdentityView } from "../../../src/lib/contract";
import { type Answers, FakeCore, report } from "../../fake";
import { identity, KID, MAIN, NO_IDENTITY, NOW } from "../../fixtures";
import { at, type Scenes } from "./kit";

const me = (view: IdentityView, more: Partial<Answers> = {}): FakeCore =>
  at({}, MAIN, { identity: view, ...more });

const IDENTITY = ["Your agent’s identity"];

/** The agent’s own identity. */
export const IDENTITY_ROOM: Scenes = {
  me: { core: () => me(NO_IDENTITY), press: IDENTITY },
  "me-refused": {
    core: () => {
      const core = me(NO_IDENTITY);
      core.instead.changeIdentity = () => {
        throw report(
          "bad-client-id",
          "The address must begin with https:// and end in a file’s name, such as https://your.site/agent.json.",
        );
      };
      return core;
    },
    press: [...IDENTITY, "Save"],
  },
  "me-written": {
    core: () =>
      me(identity(), {
        written: [
          "/home/ada/site/me/agent.json",
          "/home/ada/site/me/jwks.json",
          "/home/ada/site/me/callback.html",
        ],
      }),
    press: [...IDENTITY, "Export the files…"],
  },
  "me-matches": {
    core: () => me(identity({ published: { state: "matches", since: NOW, checked_at: NOW } })),
    press: IDENTITY,
  },
  "me-differs": {
    core: () =>
      me(
        identity({
          published: {
            state: "differs",
            checked_at: NOW,
            differences: [
              {
                file: "metadata",
                member: "client_name",
                message: "It says “Ada”, and must say “Ada’s Candor”.",
              },
              { file: "keys", member: KID, message: "This key is missing." },
              { file: "keys", member: "", message: "It cannot be read as JSON." },
            ],
          },
        }),
      ),
    press: IDENTITY,
  },
  "me-unreachable": {
    core: () =>
      me(
        identity({
          published: {
            state: "unreachable",
            file: "keys",
            code: "not-published",
            message:
              "There is no file at https://agents.fern.example/me/jwks.json yet. Put the file that Candor exported there, and check again.",
            checked_at: NOW,
          },
        }),
      ),
    press: IDENTITY,
  },
  "me-rotating": {
    core: () =>
      me(
        identity({
          rotation: "publish",
          keys: [
            { kid: KID, made_at: NOW, role: "signing" },
            { kid: KID.toLowerCase(), made_at: NOW, role: "next" },
          ],
        }),
      ),
    press: IDENTITY,
  },
  "me-change": {
    core: () => at({}, MAIN, { identity: identity() }),
    press: ["Your agent’s identity", "Change the key"],
  },
  "me-old": {
    core: () =>
      me(
        identity({
          rotation: "remove_old",
          keys: [
            { kid: KID, made_at: NOW, role: "signing" },
            { kid: KID.toLowerCase(), made_at: null, role: "old" },
          ],
        }),
      ),
    press: IDENTITY,
  },
  "me-failed": { core: () => at({}), press: IDENTITY },
};
