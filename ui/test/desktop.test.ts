import { waitFor } from "@testing-library/svelte";
import { expect, test } from "vitest";

import { chatCore, page } from "./page";
import { company, conversation, overview } from "./fixtures";

// What the window has to do with the rest of the desktop.

test("keys draw the page larger and smaller, wherever one is", async () => {
  const { core, user } = await page(chatCore([]));
  const steps = () => core.calls.filter(([name]) => name === "zoom").map(([, step]) => step);
  await user.keyboard("{Control>}+{/Control}{Control>}={/Control}");
  await user.keyboard("{Meta>}-{/Meta}{Control>}0{/Control}");
  expect(steps()).toEqual(["larger", "larger", "smaller", "actual"]);
  await user.keyboard("+-0{Alt>}{Control>}+{/Control}{/Alt}");
  expect(steps()).toHaveLength(4);
});

test("a notification leads to its conversation, of whatever Company", async () => {
  const core = chatCore([]);
  core.answers.overview = overview({
    companies: [company(), company({ id: 2, name: "Other", domain: "other.example" })],
  });
  core.answers.others = [{ ...conversation([]), id: 77, company: 2 }];
  const { container } = await page(core);
  core.tell({ type: "go_to", company: 2, conversation: 77 });
  await waitFor(() => {
    expect(core.calls).toContainEqual(["conversation", 77]);
    expect(container.querySelector("main h1, main h2")?.textContent).toContain("Other");
  });
});
