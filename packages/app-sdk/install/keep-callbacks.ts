import { type Client, walkPages } from "@souk/client";
import { rateTopics } from "../webhooks/rates.ts";

/**
 * Has a shop ask the app for shipping rates at a URL, or ends that where an earlier release has left it.
 *
 * @throws ApiError
 */
export async function keepCallbacks(
  api: Client,
  { url, rates }: { url: string; rates: boolean },
): Promise<void> {
  if (rates) {
    // One URL per topic: repeating it replaces the URL.
    for (const topic of Object.keys(rateTopics) as (keyof typeof rateTopics)[])
      await api.curls.create({ body: { topic, url } });
    return;
  }
  const left: number[] = [];
  for await (const { curls } of walkPages((page) => api.curls.list({ query: { page, sort: "id.asc" } })))
    left.push(...curls.filter((each) => each.url === url).map(({ id }) => id));
  for (const id of left) await api.curls.delete({ params: { id } });
}
