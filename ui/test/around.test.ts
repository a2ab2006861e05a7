import { fireEvent, screen, waitFor, within } from "@testing-library/svelte";
import { tick } from "svelte";
import { expect, test, vi } from "vitest";

import type { ContextChoice, ContextView } from "../src/lib/contract";
import { ContextState } from "../src/lib/state/context.svelte";
import { FakeCore, report } from "./fake";
import { COMPANIES, company, conversation, MAIN, mine, overview, standing } from "./fixtures";
import { chatCore, page, textOf } from "./page";

const OFF: ContextChoice = { locale: false, time_zone: false, availability: false };
const view = (choice: Partial<ContextChoice>, will_send: string | null): ContextView => ({
  choice: { ...OFF, ...choice },
  locale: "en-GB",
  time_zone: null,
  will_send,
});

test("surroundings are told to the core once, and it is woken when things may have changed", async () => {
  const { core } = await page(chatCore(MAIN));
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  expect(core.called("setSurroundings")).toEqual([[navigator.language, timeZone]]);
  expect(core.called("wake")).toEqual([]);
  await fireEvent(window, new Event("focus"));
  await fireEvent(window, new Event("online"));
  await fireEvent(document, new Event("visibilitychange"));
  expect(core.called("wake")).toHaveLength(3);
});

test("what goes with messages is off at first, and the exact JSON is shown before it goes", async () => {
  const core = chatCore(MAIN);
  core.answers.context = view({}, null);
  core.instead.setContext = () => view({ locale: true }, '{"locale":"en-GB"}');
  const { user } = await page(core);
  await user.click(screen.getByRole("button", { name: "About this Company" }));
  const section = screen.getByRole("region", { name: "Goes with your messages" });
  const switches = within(section).getAllByRole("switch");
  expect(switches.map((one) => (one as HTMLInputElement).checked)).toEqual([false, false, false]);
  expect(textOf(section)).toContain("Nothing goes with your next message.");
  expect(textOf(section)).toContain("Not known on this computer");
  expect(switches[1], "what is not known cannot be sent").toHaveProperty("disabled", true);
  await user.click(within(section).getByRole("switch", { name: /language and region/ }));
  expect(core.called("setContext")).toEqual([[1, { ...OFF, locale: true }]]);
  expect(section.querySelector("pre")?.textContent).toBe('{"locale":"en-GB"}');
  expect(screen.getByText("Sent with it: your language and region (en-GB)")).toBeTruthy();
});

test("a switch that could not be turned goes back and says why", async () => {
  const core = chatCore(MAIN);
  core.answers.context = view({}, null);
  core.instead.setContext = () => {
    throw report("store-failed", "The disk did not answer.");
  };
  const { user } = await page(core);
  await user.click(screen.getByRole("button", { name: "About this Company" }));
  const locale = screen.getByRole("switch", { name: /language and region/ });
  await user.click(locale);
  expect(textOf(await screen.findByRole("alert"))).toContain("The disk did not answer.");
  await waitFor(() => expect(locale).toHaveProperty("checked", false));
});

test("two switches turned at once are both turned", async () => {
  const core = new FakeCore({ overview: overview(), context: view({}, null) });
  const context = new ContextState(core);
  await context.load(1);
  await Promise.all([context.turn("locale", true), context.turn("availability", true)]);
  expect(core.called("setContext").at(-1)).toEqual([
    1,
    { locale: true, time_zone: false, availability: true },
  ]);
  expect(context.choice).toEqual({ locale: true, time_zone: false, availability: true });
});

test("a wait that a Company asks for is said at the composer, which stays usable", async () => {
  vi.useFakeTimers({ now: new Date(2026, 10, 30, 10, 40), shouldAdvanceTime: true });
  const trouble = { code: "rate_limited", message: "Wait.", retry_at: null, leads_to: null };
  const core = new FakeCore({
    overview: overview({
      companies: [
        company({ limited_until: new Date(2026, 10, 30, 10, 42).getTime() }),
        ...COMPANIES.slice(1),
      ],
    }),
    conversation: conversation(MAIN, { standing: standing({ trouble }) }),
    sent: mine(90, "And in blue?", { state: "queued" }),
  });
  await page(core);
  const said = screen.getByText(/asks to wait until/);
  expect(textOf(said)).toMatch(
    /^Trailhead asks to wait until 10:42.*; what you write is sent then\.$/,
  );
  expect(screen.queryByText("Wait."), "said once is enough").toBeNull();
  const field = screen.getByRole("textbox");
  await fireEvent.input(field, { target: { value: "And in blue?" } });
  await fireEvent.keyDown(field, { key: "Enter" });
  expect(core.called("sendMessage")).toEqual([[7, "And in blue?"]]);
  vi.advanceTimersByTime(80_000);
  await tick();
  expect(textOf(screen.getByText(/asks to wait \d\d more seconds/))).toContain("Trailhead");
  expect(screen.queryByRole("button", { name: "Ask now" })).toBeNull();
  vi.advanceTimersByTime(45_000);
  await tick();
  expect(screen.queryByText(/asks to wait/)).toBeNull();
});

test("a long wait need not be waited for: the Company can be asked at once", async () => {
  const long = { limited_until: Date.now() + 7_200_000, may_ask_now: true };
  const core = new FakeCore({
    overview: overview({ companies: [company(long), ...COMPANIES.slice(1)] }),
    conversation: conversation(MAIN),
  });
  const { user } = await page(core);
  await user.click(screen.getByRole("button", { name: "Ask now" }));
  expect(core.called("askNow")).toEqual([[1]]);
});

test("clocks that differ are said in the core's words, until put away or no longer so", async () => {
  const core = chatCore(MAIN);
  const clock = { seconds: 7300, companies: ["Trailhead"], message: "Two hours behind." };
  core.answers.overview.clock = clock;
  const { user } = await page(core);
  expect(screen.getByText("Two hours behind.", { selector: "[role=note] p" })).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Hide this" }));
  expect(screen.queryByText("Two hours behind.")).toBeNull();
  core.tell({ type: "clock", clock: { ...clock, message: "Three hours behind." } });
  await tick();
  expect(screen.getByText("Three hours behind.", { selector: "[role=note] p" })).toBeTruthy();
  core.tell({ type: "clock", clock: null });
  await tick();
  expect(screen.queryByText("Three hours behind.", { selector: "[role=note] p" })).toBeNull();
});

test("a trouble has the core's words, its code in small print, and its way on", async () => {
  const trouble = {
    code: "no-identity",
    message: "You have not published one.",
    retry_at: null,
    leads_to: null,
  };
  const { core, user } = await page(chatCore(MAIN, { standing: standing({ trouble }) }));
  const bar = screen.getByText("You have not published one.").closest("[role=note]") as HTMLElement;
  expect(within(bar).getByText("no-identity").tagName).toBe("CODE");
  await user.click(within(bar).getByRole("button", { name: "Set up your agent’s identity" }));
  expect(core.called("identityView")).toHaveLength(1);
});
