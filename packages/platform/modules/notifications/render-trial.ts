import { setTimeout as pause } from "node:timers/promises";
import { throwApiError } from "@souk/contract";
import { createLimiter } from "../../infrastructure/limiter.ts";
import type { NotificationsDeps } from "./notifications-deps.ts";
import { type RenderResult, renderEmail } from "./rendering/render-email.ts";
import type { TemplateTexts } from "./rendering/texts.ts";

/** Texts that a person tries, with an example. */
interface Trial {
  account_id: number;
  texts: TemplateTexts;
  variables: object;
}

/**
 * Render texts that a person tries, within the account's rate limit and one after the other.
 * @throws ApiError rate_limited beyond that rate, unavailable when too many wait
 */
export type RenderTrial = (trial: Trial) => Promise<RenderResult>;

/**
 * Milliseconds of pause after a trial, as many as an email may take of the thread: at most half of its time
 * goes to trials.
 */
const restMs = 40;
const maxWaiting = 25;

export function createRenderTrial({ takeTrial }: Pick<NotificationsDeps, "takeTrial">): RenderTrial {
  const pass = createLimiter(1, maxWaiting);
  return async ({ account_id, texts, variables }) => {
    const { allowed, retryAfterSeconds } = takeTrial(account_id);
    if (!allowed) throwApiError("rate_limited", { retry_after_s: retryAfterSeconds });
    return pass(async () => {
      const made = renderEmail(texts, variables);
      await pause(restMs);
      return made;
    });
  };
}
