import { type Client, walkPages } from "@souk/client";
import { rateTopics } from "../webhooks/rates.ts";

/**
 * Register the callbacks for shipping rates at a URL, or, without `rates`, delete those of an earlier release.
 *
 * @throws ApiError if the API rejects a call
 */
export async function syncCallbacks(
  api: Client,
  { url, rates }: { url: string; rates: boolean },
): Promise<void> {
  if (rates) {
    // Each topic has one URL, so creating a callback again replaces its URL.
    for (const topic of Object.keys(rateTopics) as (keyof typeof rateTopics)[])
      await api.curls.create({ body: { topic, url } });
    return;
  }
  const obsoleteIds: number[] = [];
  for await (const { curls } of walkPages((page) => api.curls.list({ query: { page, sort: "id.asc" } })))
    obsoleteIds.push(...curls.filter((curl) => curl.url === url).map(({ id }) => id));
  for (const id of obsoleteIds) await api.curls.delete({ params: { id } });
}
