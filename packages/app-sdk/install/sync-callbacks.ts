import { type Client, walkPages } from "@souk/client";
import { rateTopics } from "../webhooks/rates.ts";

/**
 * Register the callbacks for shipping rates at a URL. If `hasRates` is false, delete the callbacks that an earlier release of
 * the app registered at this URL.
 *
 * @throws ApiError if the API rejects a call
 */
export async function syncCallbacks(
  api: Client,
  { url, hasRates }: { url: string; hasRates: boolean },
): Promise<void> {
  if (hasRates) {
    // Each topic has one URL, so creating a callback again replaces its URL.
    for (const topic of Object.keys(rateTopics) as (keyof typeof rateTopics)[])
      await api.curls.create({ body: { topic, url } });
    return;
  }
  const obsoleteIds: number[] = [];
  const listPage = (page: number) => api.curls.list({ query: { page, sort: "id.asc" } });
  for await (const { curls: callbacks } of walkPages(listPage))
    obsoleteIds.push(...callbacks.filter((callback) => callback.url === url).map(({ id }) => id));
  for (const id of obsoleteIds) await api.curls.delete({ params: { id } });
}
