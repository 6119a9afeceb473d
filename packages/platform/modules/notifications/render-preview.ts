import { throwApiError } from "@souk/contract";
import type { NotificationsDeps } from "./notifications-deps.ts";
import type { TemplateRenderer } from "./rendering/template-renderer.ts";
import { pickTexts, type RenderResult, type TemplateTexts } from "./rendering/texts.ts";

/** Texts that a person wants to preview, with the variables of an example. */
interface PreviewRequest {
  store_id: number;
  account_id: number;
  texts: TemplateTexts;
  variables: object;
}

/**
 * Render texts for a person. Stores take turns, and each account has a rate limit.
 * @throws ApiError `rate_limited` if the account exceeds its rate limit; `unavailable` if too many previews of the store are waiting
 */
export type RenderPreview = (request: PreviewRequest) => Promise<RenderResult>;

/** Create the function that renders previews. */
export function createPreviewRenderer(
  { tryStartPreview }: Pick<NotificationsDeps, "tryStartPreview">,
  renderer: TemplateRenderer,
): RenderPreview {
  return async ({ store_id, account_id, texts, variables }) => {
    const { isAllowed, retryAfterSeconds } = tryStartPreview(account_id);
    if (!isAllowed) throwApiError("rate_limited", { retry_after_s: retryAfterSeconds });
    return renderer.render(`previews of store ${store_id}`, {
      texts: pickTexts(texts),
      variables,
      author: "store",
    });
  };
}
