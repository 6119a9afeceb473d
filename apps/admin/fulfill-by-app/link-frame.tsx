import { Button } from "@mantine/core";
import { FramedPage } from "../embedded/framed-page.tsx";
import { useArrival } from "../embedded/use-arrival.ts";
import { texts } from "../texts.ts";
import { LinkTab } from "./link-tab.tsx";

/**
 * Show the link that an app answered in a frame, unchanged (FUL-2). The document's policy allows only that
 * link's origin.
 */
export function LinkFrame({ app, url }: { app: string; url: string }) {
  const { arrival, arrive } = useArrival();
  const { page } = texts.fulfillByApp;
  const words = arrival === "blocked" ? page.blocked : page.slow;
  return (
    <FramedPage
      url={url}
      title={page.frame({ app })}
      arrival={arrival}
      onArrive={arrive}
      opening={page.opening({ app })}
      words={{ title: words.title, text: words.text({ app }) }}
      ways={
        <>
          {/* A full load: it creates a new policy for the document. */}
          <Button onClick={() => window.location.reload()}>{page.again}</Button>
          <LinkTab url={url} />
        </>
      }
    />
  );
}
