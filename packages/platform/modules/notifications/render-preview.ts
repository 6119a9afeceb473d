import { setTimeout as pause } from "node:timers/promises";
import { throwApiError } from "@souk/contract";
import { createLimiter } from "../../infrastructure/limiter.ts";
import type { NotificationsDeps } from "./notifications-deps.ts";
import { type RenderResult, renderEmail } from "./rendering/render-email.ts";
import type { TemplateTexts } from "./rendering/texts.ts";

/** Texts that a person wants to preview, with the variables of an example. */
interface PreviewRequest {
  account_id: number;
  texts: TemplateTexts;
  variables: object;
}

/**
 * Render texts for a person. Only one preview is rendered at a time, and each account has a rate limit.
 * @throws ApiError `rate_limited` if the account exceeds its rate limit; `unavailable` if too many previews are waiting
 */
export type RenderPreview = (request: PreviewRequest) => Promise<RenderResult>;

/**
 * The pause in milliseconds after each preview. It is as long as rendering an email may take, so that previews use at most half
 * of the thread's time.
 */
const pauseMs = 40;
const maxWaitingPreviews = 25;

/** Create the function that renders previews. All previews of a process must use the same one. */
export function createPreviewRenderer({
  consumePreview,
}: Pick<NotificationsDeps, "consumePreview">): RenderPreview {
  const limiter = createLimiter(1, maxWaitingPreviews);
  return async ({ account_id, texts, variables }) => {
    const { isAllowed, retryAfterSeconds } = consumePreview(account_id);
    if (!isAllowed) throwApiError("rate_limited", { retry_after_s: retryAfterSeconds });
    return limiter(async () => {
      const result = renderEmail(texts, variables);
      await pause(pauseMs);
      return result;
    });
  };
}
