import { Button } from "@mantine/core";
import { FramedPage } from "../embedded/framed-page.tsx";
import { useFrameLoad } from "../embedded/use-frame-load.ts";
import { texts } from "../texts.ts";
import { NewTabLink } from "./new-tab-link.tsx";

/**
 * Show the link from an app's response in a frame, unchanged (FUL-2). The document's content security policy allows only
 * that link's origin.
 */
export function LinkFrame({ app, url }: { app: string; url: string }) {
  const { loadState, markLoaded } = useFrameLoad();
  const { page } = texts.fulfillByApp;
  const words = loadState === "blocked" ? page.blocked : page.slow;
  return (
    <FramedPage
      url={url}
      title={page.frame({ app })}
      loadState={loadState}
      onLoad={markLoaded}
      loadingText={page.opening({ app })}
      words={{ title: words.title, text: words.text({ app }) }}
      actions={
        <>
          {/* Reload the document, so that it gets a new content security policy. */}
          <Button onClick={() => window.location.reload()}>{page.again}</Button>
          <NewTabLink url={url} />
        </>
      }
    />
  );
}
