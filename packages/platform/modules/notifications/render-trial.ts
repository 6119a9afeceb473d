import { setTimeout as pause } from "node:timers/promises";
import { refuse } from "@souk/contract";
import { createTurnstile } from "../../turnstile.ts";
import type { NotificationsWiring } from "./notifications-wiring.ts";
import { type MadeMail, renderMail } from "./rendering/render-mail.ts";
import type { TemplateTexts } from "./rendering/texts.ts";

/** Texts that somebody tries, with an example. */
interface Trial {
  account_id: number;
  texts: TemplateTexts;
  variables: object;
}

/**
 * Renders texts that somebody tries, at the pace that each account has and one after the other.
 * @throws Refusal rate_limited beyond that pace, unavailable when too many wait
 */
export type RenderTrial = (trial: Trial) => Promise<MadeMail>;

/** As long as a mail may take of the thread: of all its time, half at most goes to trials. */
const restMs = 40;
const mostWaiting = 25;

export function createRenderTrial({ takeTrial }: Pick<NotificationsWiring, "takeTrial">): RenderTrial {
  const pass = createTurnstile(1, mostWaiting);
  return async ({ account_id, texts, variables }) => {
    const { allowed, retryAfterSeconds } = takeTrial(account_id);
    if (!allowed) refuse("rate_limited", { retry_after_s: retryAfterSeconds });
    return pass(async () => {
      const made = renderMail(texts, variables);
      await pause(restMs);
      return made;
    });
  };
}
