import { screen, waitFor, within } from "@testing-library/svelte";
import { tick } from "svelte";
import { expect, test, vi } from "vitest";

import type { CompanyItem, Entry, SignIn, SignInAsk, SignInState } from "../src/lib/contract";
import { FakeCore, report } from "./fake";
import {
  ask,
  COMPANIES,
  company,
  conversation,
  entry,
  IN_BROWSER,
  mine,
  NO_IDENTITY,
  overview,
  READ,
  signIn,
  standing,
  WAITING,
  WRITE,
} from "./fixtures";
import { page, textOf } from "./page";

const QUESTION = mine(1, "Where is my order?");

const card = (over: Partial<SignInAsk> = {}, id = 2, error = "sign_in_required"): Entry =>
  entry(id, { kind: "sign_in", error, scope: "orders.read orders.write", ask: ask(over) });

function signInCore(over: Partial<CompanyItem> = {}, entries = [QUESTION, card()]): FakeCore {
  return new FakeCore({
    overview: overview({ companies: [company(over), ...COMPANIES.slice(1)] }),
    conversation: conversation(entries),
    ask: ask(),
    identity: NO_IDENTITY,
    signIn: signIn({ state: "starting" }),
  });
}

const at = (state: SignInState, over: Partial<SignIn> = {}): FakeCore =>
  signInCore({ sign_in: signIn(state, over) });

const newest = (): HTMLElement => screen.getAllByRole("article").at(-1) as HTMLElement;
const press = (name: string | RegExp): HTMLElement =>
  within(newest()).getByRole("button", { name });

test("the card says who asks, what was verified, and what is asked for in whose words", async () => {
  await page(signInCore());
  const text = textOf(newest());
  expect(text).toContain("Trailhead asks you to sign in");
  expect(text).toContain("trailhead.example, verified");
  expect(text).toContain("in Trailhead’s words");
  expect(text).toContain("“See your orders and where they are”");
  expect(within(newest()).getByText("orders.read").closest("code")).not.toBeNull();
  expect(within(newest()).getAllByRole("checkbox")).toHaveLength(3);
});

test("begin asks for what is ticked, once, and to ask again only where that was left ticked", async () => {
  const { core, user } = await page(signInCore());
  await user.click(screen.getByRole("checkbox", { name: /Change orders/ }));
  await user.click(screen.getByRole("checkbox", { name: "Then ask again: “Where is my order?”" }));
  await user.dblClick(press("Begin sign-in"));
  const wish = { company: 1, conversation: 7, method: "device" };
  expect(core.called("beginSignIn")).toEqual([
    [{ ...wish, scopes: ["orders.read"], askAgain: null }],
  ]);
  expect(textOf(newest())).toContain("Asking Trailhead to begin…");
  expect(newest().contains(document.activeElement)).toBe(true);
});

test("nothing ticked begins nothing and says so", async () => {
  const { core, user } = await page(signInCore());
  for (const name of [/See your/, /Change orders/]) {
    await user.click(screen.getByRole("checkbox", { name }));
  }
  await user.click(press("Begin sign-in"));
  expect(core.called("beginSignIn")).toEqual([]);
  expect(within(newest()).getByRole("alert").textContent).toContain("Tick at least one");
});

test("a message that a sign-in releases is not promised twice", async () => {
  const held = mine(1, "Where is my order?", {
    state: "failed",
    code: "sign_in_required",
    message: "Sign in first.",
    leads_to: null,
  });
  const { core, user } = await page(signInCore({}, [held, card()]));
  expect(screen.queryByRole("checkbox", { name: /Then ask again/ })).toBeNull();
  expect(textOf(newest())).toContain("“Where is my order?” is sent by itself");
  await user.click(press("Begin sign-in"));
  expect(core.called("beginSignIn")[0]).toMatchObject([{ askAgain: null }]);
});

test("what the Company does not offer is said and never asked for", async () => {
  const offers: SignInAsk["offers"] = [
    { method: "device", scopes: [READ], not_offered: [WRITE], ready: true },
  ];
  const { core, user } = await page(signInCore({}, [QUESTION, card({ offers })]));
  expect(textOf(newest())).toContain("does not offer it to agents");
  await user.click(press("Begin sign-in"));
  expect(core.called("beginSignIn")[0]).toMatchObject([{ scopes: ["orders.read"] }]);
});

test("of several ways the first is taken until another is chosen", async () => {
  const both = (ready: boolean): SignInAsk["offers"] => [
    { method: "device", scopes: [READ], not_offered: [], ready: true },
    { method: "direct", scopes: [READ, WRITE], not_offered: [], ready },
  ];
  const { core, user } = await page(signInCore({}, [QUESTION, card({ offers: both(true) })]));
  expect(screen.getByRole("radio", { name: /With a code/ })).toHaveProperty("checked", true);
  await user.click(screen.getByRole("radio", { name: /In your browser, and back/ }));
  await user.click(press("Begin sign-in"));
  expect(core.called("beginSignIn")[0]).toMatchObject([
    { method: "direct", scopes: ["orders.read", "orders.write"] },
  ]);
});

test("a way that needs an identity cannot be chosen, and leads to where one is made", async () => {
  const offers: SignInAsk["offers"] = [
    { method: "direct", scopes: [READ], not_offered: [], ready: false },
  ];
  const { core, user } = await page(signInCore({}, [QUESTION, card({ offers })]));
  expect(screen.getByRole("radio")).toHaveProperty("disabled", true);
  expect(within(newest()).queryByRole("button", { name: "Begin sign-in" })).toBeNull();
  await user.click(press("Set up your agent’s identity"));
  expect(core.called("identityView")).toHaveLength(1);
});

test("no way that Candor knows is said, with nothing to press", async () => {
  await page(signInCore({}, [QUESTION, card({ offers: [] })]));
  expect(textOf(newest())).toContain("offers no way to sign in that Candor knows");
  expect(within(newest()).queryByRole("button")).toBeNull();
});

test("a sign-in that could not begin says why, with the code", async () => {
  const core = signInCore();
  core.instead.beginSignIn = () => {
    throw report("sign-in-scopes", "There is nothing to ask for.");
  };
  const { user } = await page(core);
  await user.click(press("Begin sign-in"));
  const alert = await within(newest()).findByRole("alert");
  expect(textOf(alert)).toBe("There is nothing to ask for. sign-in-scopes");
});

test("waiting shows the host, the code large and spelled, and the time without a live region", async () => {
  const { core, user } = await page(at(WAITING));
  const box = newest();
  expect(box.querySelector(".host strong")?.textContent).toBe("trailhead.example");
  expect(textOf(box.querySelector(".letters"))).toBe("WDJB-MJHT");
  expect(within(box).getByText(/W D J B - M J H T/)).toBeTruthy();
  const timer = within(box).getByRole("timer");
  expect(timer.getAttribute("aria-live")).toBe("off");
  expect(textOf(timer)).toMatch(/^\d+ minutes left$/);
  await user.click(press("Open auth.trailhead.example in your browser"));
  expect(core.called("openSignInLink")).toEqual([[1]]);
  expect(box.querySelector("a")).toBeNull();
});

test("the code is copied as it is, whatever gaps are drawn in it", async () => {
  const { user } = await page(at({ ...WAITING, user_code: "ABCDEFGH" }));
  expect(newest().querySelectorAll(".letters span")).toHaveLength(2);
  const write = vi.spyOn(navigator.clipboard, "writeText");
  await user.click(press("Copy: Code"));
  expect(write).toHaveBeenCalledWith("ABCDEFGH");
});

test("a page that could not be opened says so", async () => {
  const core = at(WAITING);
  core.instead.openSignInLink = () => {
    throw report("browser-failed", "No browser answered.");
  };
  const { user } = await page(core);
  await user.click(press(/^Open auth/));
  expect((await within(newest()).findByRole("alert")).textContent).toContain(
    "No browser answered.",
  );
});

test("in the browser: what was pasted is handed over, and an error leaves it there", async () => {
  const core = at(IN_BROWSER, { method: "direct" });
  core.instead.finishDirect = () => {
    throw report("sign-in-not-found", "That is of no sign-in here.");
  };
  const { user } = await page(core);
  await user.click(press("Go on"));
  expect(within(newest()).getByRole("alert").textContent).toContain("Paste the address first.");
  expect(core.called("finishDirect")).toEqual([]);
  const field = within(newest()).getByRole("textbox", { name: /paste the address/ });
  await user.type(field, " https://a.example/cb?code=1 {Enter}");
  expect(core.called("finishDirect")).toEqual([["https://a.example/cb?code=1"]]);
  await waitFor(() => expect(textOf(newest())).toContain("That is of no sign-in here."));
  expect(field).toHaveProperty("value", " https://a.example/cb?code=1 ");
});

test("each outcome has its own words", async () => {
  const { core } = await page(at({ state: "finishing" }));
  const shows = async (state: SignInState, ...words: string[]): Promise<void> => {
    core.tell({ type: "sign_in", company: 1, sign_in: signIn(state) });
    await tick();
    for (const said of words) expect(textOf(newest()), state.state).toContain(said);
  };
  expect(textOf(newest())).toContain("Finishing the sign-in");
  await shows(
    { state: "approved", granted: [READ], missing: [WRITE] },
    "You are signed in at Trailhead.",
    "What your agent may do there now, in Trailhead’s words “See your orders",
    "Asked for, and not granted “Change orders",
  );
  await shows({ state: "approved", granted: [], missing: [] }, "It granted nothing");
  await shows({ state: "denied" }, "was refused on Trailhead’s page");
  await shows({ state: "expired" }, "ran out");
  await shows({ state: "failed", code: "invalid_scope", message: "No." }, "No. invalid_scope");
});

test("each step is read out once, the passing time never", async () => {
  const { core, container } = await page(at({ state: "starting" }));
  const said = (): string[] =>
    [...container.querySelectorAll("[aria-live=polite] p")].map(textOf).filter((one) => one);
  core.tell({ type: "sign_in", company: 1, sign_in: signIn(WAITING) });
  core.tell({ type: "sign_in", company: 1, sign_in: signIn({ ...WAITING, expires_at: 1 }) });
  await tick();
  expect(said()).toEqual([
    "Sign-in with Trailhead: open auth.trailhead.example. The code is W D J B - M J H T",
  ]);
  core.tell({ type: "sign_in", company: 1, sign_in: signIn({ state: "denied" }) });
  await tick();
  expect(said()).toHaveLength(2);
});

test("it can be cancelled, begun again as it was, and put away", async () => {
  const { core, user } = await page(at(WAITING));
  await user.click(press("Cancel sign-in"));
  expect(core.called("cancelSignIn")).toEqual([[1]]);
  await waitFor(() => expect(press("Begin sign-in")).toBeTruthy());
  core.tell({ type: "sign_in", company: 1, sign_in: signIn({ state: "expired" }) });
  await tick();
  await user.click(press("Begin again"));
  expect(core.called("beginSignIn")).toEqual([
    [
      {
        company: 1,
        conversation: 7,
        method: "device",
        scopes: ["orders.read", "orders.write"],
        askAgain: null,
      },
    ],
  ]);
  core.tell({ type: "sign_in", company: 1, sign_in: signIn({ state: "denied" }) });
  await tick();
  await user.click(press("Close"));
  expect(core.called("cancelSignIn")).toHaveLength(2);
});

test("an event overtakes an answer that is older", async () => {
  const core = signInCore();
  core.instead.beginSignIn = () => {
    core.tell({ type: "sign_in", company: 1, sign_in: signIn(WAITING) });
    return signIn({ state: "starting" });
  };
  const { user } = await page(core);
  await user.click(press("Begin sign-in"));
  await waitFor(() => expect(textOf(newest())).toContain("WDJB-MJHT"));
  await tick();
  expect(textOf(newest())).not.toContain("Asking Trailhead");
});

test("only the newest card can be used", async () => {
  await page(signInCore({}, [QUESTION, card({}, 2), card({}, 9)]));
  const [, first, last] = screen.getAllByRole("article") as HTMLElement[];
  expect(within(first as HTMLElement).queryByRole("button")).toBeNull();
  expect(textOf(first as HTMLElement)).toContain("further down");
  expect(within(last as HTMLElement).getByRole("button", { name: "Begin sign-in" })).toBeTruthy();
});

test("“Not now” leaves a way back, and a card that is settled says so", async () => {
  const { core, user } = await page(signInCore());
  await user.click(press("Not now"));
  await user.click(press("Sign in…"));
  expect(press("Begin sign-in")).toBeTruthy();
  const account = { since: 0, scopes: [READ, WRITE] };
  core.tell({ type: "companies", companies: [company({ account })] });
  await tick();
  expect(textOf(newest())).toContain("You are signed in at Trailhead");
  expect(within(newest()).queryByRole("button", { name: "Begin sign-in" })).toBeNull();
});

test("in a conversation that is over nothing is promised to be asked again", async () => {
  const core = signInCore();
  core.answers.conversation = conversation([QUESTION, card()], {
    standing: standing({ phase: "closed" }),
  });
  const { user } = await page(core);
  expect(screen.queryByRole("checkbox", { name: /Then ask again/ })).toBeNull();
  await user.click(press("Begin sign-in"));
  expect(core.called("beginSignIn")[0]).toMatchObject([{ askAgain: null }]);
});

const panel = (): HTMLElement => screen.getByRole("region", { name: "Sign-in" });

test("from the panel the user picks what may be done, and nothing is ticked for them", async () => {
  const { core, user } = await page(signInCore({}, [QUESTION]));
  await user.click(screen.getByRole("button", { name: "About this Company" }));
  expect(textOf(panel())).toContain("You are not signed in.");
  await user.click(within(panel()).getByRole("button", { name: "Sign in…" }));
  expect(core.called("signInOffer")).toEqual([[1, null]]);
  for (const box of within(panel()).getAllByRole("checkbox")) {
    expect(box).toHaveProperty("checked", false);
  }
  await user.click(within(panel()).getByRole("checkbox", { name: /See your orders/ }));
  await user.click(within(panel()).getByRole("button", { name: "Begin sign-in" }));
  expect(core.called("beginSignIn")[0]).toMatchObject([
    { conversation: null, scopes: ["orders.read"], askAgain: null },
  ]);
});

test("signed in: since when, what may be done, and out again after one question", async () => {
  const account = { since: Date.UTC(2026, 10, 30, 12), scopes: [READ] };
  const { core, user } = await page(signInCore({ account }, [QUESTION]));
  await user.click(screen.getByRole("button", { name: "About this Company" }));
  expect(textOf(panel())).toContain("Signed in as a customer of Trailhead since November 30, 2026");
  expect(textOf(panel())).toContain("“See your orders and where they are”");
  await user.click(within(panel()).getByRole("button", { name: "Sign out" }));
  expect(core.called("signOut")).toEqual([]);
  expect(panel().contains(document.activeElement)).toBe(true);
  await user.click(within(panel()).getByRole("button", { name: "Yes, sign out" }));
  expect(core.called("signOut")).toEqual([[1]]);
  core.tell({ type: "companies", companies: [company({ signing_out: true })] });
  await tick();
  expect(textOf(panel())).toContain("has not confirmed it yet");
});

test("the question that is asked again is the one the card came for", async () => {
  const later = mine(3, "What do you know?");
  const { core, user } = await page(signInCore({}, [QUESTION, card(), later]));
  expect(
    screen.getByRole("checkbox", { name: "Then ask again: “Where is my order?”" }),
  ).toBeTruthy();
  const [, form] = screen.getAllByRole("article");
  await user.click(within(form as HTMLElement).getByRole("button", { name: "Begin sign-in" }));
  expect(core.called("beginSignIn")[0]).toMatchObject([{ askAgain: QUESTION.id }]);
});

test("what an earlier sign-in came to greets no new card", async () => {
  const { core, user } = await page(signInCore());
  await user.click(press("Begin sign-in"));
  const tell = async (state: SignInState, over: Partial<SignIn> = {}): Promise<void> => {
    core.tell({ type: "sign_in", company: 1, sign_in: signIn(state, over) });
    await tick();
  };
  await tell({ state: "denied" });
  expect(textOf(newest())).toContain("was refused on Trailhead’s page");
  core.tell({ type: "entry", conversation: 7, entry: card({}, 9), ends_writing: null });
  await tick();
  expect(textOf(newest())).not.toContain("was refused");
  expect(press("Begin sign-in")).toBeTruthy();
  await tell({ state: "denied" }, { conversation: 6 });
  expect(textOf(newest()), "of another conversation").not.toContain("was refused");
});

test("a sign-in is drawn once: where it was begun, and elsewhere only the way there", async () => {
  const { core, user } = await page(at(WAITING));
  await user.click(screen.getByRole("button", { name: "About this Company" }));
  expect(textOf(panel())).toContain("goes on in the chat");
  expect(textOf(panel())).not.toContain("WDJB-MJHT");
  core.tell({ type: "sign_in", company: 1, sign_in: signIn(WAITING, { conversation: null }) });
  await tick();
  expect(textOf(panel())).toContain("WDJB-MJHT");
  expect(textOf(newest())).not.toContain("WDJB-MJHT");
  expect(textOf(newest())).toContain("goes on where it was begun");
  const account = { since: Date.UTC(2026, 10, 30, 12), scopes: [READ] };
  const approved = signIn(
    { state: "approved", granted: [READ], missing: [] },
    { conversation: null },
  );
  core.tell({ type: "companies", companies: [company({ account, sign_in: approved })] });
  await tick();
  expect(textOf(panel()).match(/See your orders and where/g)).toHaveLength(1);
});

test("a sign-in that ended with the program is said, and begun again from where it is", async () => {
  const over: SignInState = {
    state: "failed",
    code: "sign-in-interrupted",
    message: "Candor was ended before you had signed in. Begin it again here.",
  };
  const { user } = await page(at(over, { conversation: null }));
  expect(screen.getByText(/Candor was ended before/)).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "See the sign-in" }));
  expect(within(panel()).getByRole("button", { name: "Begin again" })).toBeTruthy();
});

test("the page's address can be copied, also one for the browser", async () => {
  const { user } = await page(at(IN_BROWSER, { method: "direct" }));
  expect(textOf(newest())).toContain(IN_BROWSER.link);
  const write = vi.spyOn(navigator.clipboard, "writeText");
  await user.click(press("Copy address"));
  expect(write).toHaveBeenCalledWith(IN_BROWSER.link);
});

test("pasting the same wrong address again says that it was tried again", async () => {
  const core = at(IN_BROWSER, { method: "direct" });
  core.instead.finishDirect = () => {
    throw report("sign-in-not-found", "That is of no sign-in here.");
  };
  const { user } = await page(core);
  const field = within(newest()).getByRole("textbox", { name: /paste the address/ });
  await user.type(field, "https://a.example/cb?code=1{Enter}");
  await waitFor(() => expect(textOf(newest())).toContain("That is of no sign-in here."));
  expect(textOf(newest())).not.toContain("Tried again");
  await user.click(press("Go on"));
  await waitFor(() => expect(textOf(newest())).toMatch(/Tried again at .*, with the same outcome/));
});
