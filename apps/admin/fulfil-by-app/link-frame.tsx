import { Button } from "@mantine/core";
import { FramedPage } from "../embedded/framed-page.tsx";
import { useArrival } from "../embedded/use-arrival.ts";
import { LinkTab } from "./link-tab.tsx";
import { strings } from "./strings.ts";

/** FUL-2: the link that an app answered, opened as it is. The document's policy lets that link's origin in and no other. */
export function LinkFrame({ app, url }: { app: string; url: string }) {
  const { arrival, arrive } = useArrival();
  const { page } = strings;
  const words = arrival === "blocked" ? page.blocked : page.slow;
  return (
    <FramedPage
      url={url}
      title={page.frame(app)}
      arrival={arrival}
      onArrive={arrive}
      opening={page.opening(app)}
      words={{ title: words.title, text: words.text(app) }}
      ways={
        <>
          {/* A full load: the document's policy is made anew with it. */}
          <Button onClick={() => window.location.reload()}>{page.again}</Button>
          <LinkTab url={url} />
        </>
      }
    />
  );
}
