import { screen, waitFor, within } from "@testing-library/svelte";
import { tick } from "svelte";
import { expect, test } from "vitest";

import type { IdentityView } from "../src/lib/contract";
import { type FakeCore, report } from "./fake";
import { identity, KID, MAIN, NO_IDENTITY, NOW } from "./fixtures";
import { chatCore, page, textOf } from "./page";

async function room(view: IdentityView, prepare?: (core: FakeCore) => void) {
  const core = chatCore(MAIN);
  core.answers.identity = view;
  prepare?.(core);
  const shown = await page(core);
  await shown.user.click(screen.getByRole("button", { name: "Your agent’s identity" }));
  await waitFor(() => expect(core.called("identityView")).toHaveLength(1));
  await tick();
  return shown;
}

const middle = (): string => textOf(screen.getByRole("main"));

test("it explains in three steps, and takes the place of the chat until a Company is chosen", async () => {
  const { user } = await room(NO_IDENTITY);
  const titles = screen.getAllByRole("heading", { level: 2 }).map(textOf);
  expect(titles).toEqual(
    expect.arrayContaining(["Say where it will be", "Publish three files", "Let Candor check"]),
  );
  expect(document.activeElement).toBe(screen.getByRole("heading", { level: 1 }));
  expect(screen.queryByRole("button", { name: "Export the files…" })).toBeNull();
  expect(screen.queryByRole("button", { name: "Check now" })).toBeNull();
  await user.click(
    within(screen.getByRole("navigation")).getByRole("button", { name: /Trailhead/ }),
  );
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Trailhead");
});

test("only what was typed is changed, and an address that is refused is said at its field", async () => {
  const { core, user } = await room(NO_IDENTITY, (core) => {
    core.instead.changeIdentity = () => {
      throw report("bad-client-id", "It must begin with https.");
    };
  });
  const address = screen.getByRole("textbox", { name: "Address of the file" });
  await user.type(address, "http://a.example{Enter}");
  await waitFor(() => expect(address.getAttribute("aria-invalid")).toBe("true"));
  expect(core.called("changeIdentity")).toEqual([["http://a.example", null]]);
  expect(
    document.getElementById(address.getAttribute("aria-describedby") ?? "")?.textContent,
  ).toContain("It must begin with https.");
  expect(address).toHaveProperty("value", "http://a.example");
  expect(document.activeElement).toBe(address);

  delete core.instead.changeIdentity;
  core.answers.identity = identity({ name: "Ada" });
  const name = screen.getByRole("textbox", { name: "Name that Companies show" });
  await user.clear(name);
  await user.type(name, "Ada");
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect(core.called("changeIdentity").at(-1)).toEqual(["http://a.example", "Ada"]);
  await waitFor(() => expect(middle()).toContain("Saved."));
  expect(address).toHaveProperty("value", "https://agents.fern.example/me/agent.json");
});

test("changing an address that Companies know says what it costs", async () => {
  const { user } = await room(identity());
  expect(middle()).not.toContain("starts anew");
  await user.type(screen.getByRole("textbox", { name: "Address of the file" }), "x");
  expect(middle()).toContain("starts anew with each of them");
});

test("export names what was written, and a cancelled one says that nothing was", async () => {
  const { core, user } = await room(identity(), (core) => {
    core.answers.written = ["/home/ada/me/agent.json"];
  });
  for (const { url } of identity().files) expect(middle()).toContain(url);
  await user.click(screen.getByRole("button", { name: "Export the files…" }));
  expect(await screen.findByText("/home/ada/me/agent.json")).toBeTruthy();
  core.answers.written = null;
  await user.click(screen.getByRole("button", { name: "Export the files…" }));
  await waitFor(() => expect(middle()).toContain("no folder was chosen"));
  expect(screen.queryByText("/home/ada/me/agent.json")).toBeNull();
  core.instead.exportIdentity = () => {
    throw report("export-failed", "The disk is full.");
  };
  await user.click(screen.getByRole("button", { name: "Export the files…" }));
  expect(textOf(await screen.findByRole("alert"))).toBe("The disk is full. export-failed");
});

test("a check names each difference, in which file and member", async () => {
  const { user } = await room(identity(), (core) => {
    core.instead.checkIdentity = () =>
      identity({
        published: {
          state: "differs",
          checked_at: NOW,
          differences: [
            { file: "metadata", member: "client_name", message: "It says “A”." },
            { file: "keys", member: "", message: "It is no JSON." },
          ],
        },
      });
  });
  expect(middle()).toContain("Not checked since the identity last changed.");
  await user.click(screen.getByRole("button", { name: "Check now" }));
  await waitFor(() => expect(middle()).toContain("2 things"));
  expect(middle()).toContain("Who your agent is · client_name It says “A”.");
  expect(middle()).toContain("Its public keys · The whole file It is no JSON.");
});

test("the other outcomes of a check, and one that fails", async () => {
  const { core, user } = await room(identity());
  const tell = async (published: IdentityView["published"]): Promise<string> => {
    core.tell({ type: "identity", identity: identity({ published }) });
    await tick();
    return middle();
  };
  expect(await tell({ state: "checking" })).toContain("Checking…");
  await user.click(screen.getByRole("button", { name: "Check now" }));
  expect(await tell({ state: "matches", since: NOW, checked_at: NOW })).toMatch(
    /The published files are right, since November 30, 2026 at 10:41.*Checked November 30/,
  );
  expect(middle()).not.toContain("only the demo");
  expect(
    await tell({
      state: "unreachable",
      file: "keys",
      code: "not-published",
      message: "There is no file.",
      checked_at: NOW,
    }),
  ).toContain("Its public keys There is no file. not-published");
  core.instead.checkIdentity = () => {
    throw report("keyring-locked", "It is locked.");
  };
  await user.click(screen.getByRole("button", { name: "Check now" }));
  expect(textOf(await screen.findByRole("alert"))).toContain("It is locked.");
});

test("keys are changed in steps, with both shown meanwhile", async () => {
  const two = (role: "next" | "old"): IdentityView["keys"] => [
    { kid: KID, made_at: NOW, role: "signing" },
    { kid: "other", made_at: null, role },
  ];
  const { core, user } = await room(identity());
  core.answers.identity = identity({ rotation: "publish", keys: two("next") });
  await user.click(screen.getByRole("button", { name: "Change the key…" }));
  expect(core.called("rotateKey"), "not before it was asked").toEqual([]);
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Cancel" }));
  await user.click(screen.getByRole("button", { name: "Yes, make a new key" }));
  await waitFor(() => expect(middle()).toContain("Will sign once it is published"));
  expect(screen.queryByRole("button", { name: "Change the key…" })).toBeNull();
  const keys = screen.getByRole("region", { name: "Keys" });
  expect(keys.contains(document.activeElement)).toBe(true);
  core.tell({
    type: "identity",
    identity: identity({ rotation: "remove_old", keys: two("old") }),
  });
  await tick();
  expect(middle()).toContain("No longer signs");
  core.answers.identity = identity();
  await user.click(screen.getByRole("button", { name: "Remove the old key" }));
  expect(core.called("removeOldKeys")).toHaveLength(1);
  expect(await screen.findByRole("button", { name: "Change the key…" })).toBeTruthy();
});

test("who has seen which identity, and when", async () => {
  await room(identity());
  const seen = textOf(screen.getByRole("region", { name: "Who has seen it" }));
  expect(seen).toContain("Manzanita Outfitters manzanita.example");
  expect(seen).toContain("As https://agents.fern.example/me/agent.json");
  expect(seen).toMatch(/First on October 31, 2026, last on November 30, 2026/);
  expect(seen).toContain(KID);
});

test("what cannot be read can be tried again", async () => {
  const { core, user } = await room(identity(), (core) => {
    core.instead.identityView = () => {
      throw report("store-failed", "The disk did not answer.");
    };
  });
  expect(await screen.findByText("The disk did not answer.")).toBeTruthy();
  delete core.instead.identityView;
  await user.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByText("Say where it will be")).toBeTruthy();
});

test("while it is in front, nothing of the chat behind counts as read", async () => {
  const { core } = await room(identity());
  const reads = core.called("markRead").length;
  core.tell({
    type: "companies",
    companies: core.answers.overview.companies.map((one) => ({ ...one, unread: 3 })),
  });
  window.dispatchEvent(new Event("focus"));
  await tick();
  expect(core.called("markRead")).toHaveLength(reads);
});

test("the address is left alone when only the name was changed", async () => {
  const { core, user } = await room(identity());
  await user.type(screen.getByRole("textbox", { name: "Name that Companies show" }), "!{Enter}");
  expect(core.called("changeIdentity")).toEqual([[null, "Ada’s Candor!"]]);
});

test("an event overtakes an answer that is older", async () => {
  const { core, user } = await room(identity());
  core.instead.checkIdentity = () => {
    const published = { state: "matches", since: NOW, checked_at: NOW } as const;
    core.tell({ type: "identity", identity: identity({ published }) });
    return identity();
  };
  await user.click(screen.getByRole("button", { name: "Check now" }));
  await tick();
  await tick();
  expect(middle()).toContain("The published files are right");
  expect(middle()).not.toContain("Not checked since");
});
