import { Button } from "@mantine/core";
import { FramedPage } from "../embedded/framed-page.tsx";
import { useFrameLoad } from "../embedded/use-frame-load.ts";
import { texts } from "../texts.ts";
import { NewTabLink } from "./new-tab-link.tsx";

/**
 * Open the link from an app's response in a frame, without changing the link (FUL-2). The document's content security
 * policy allows frames only from the link's origin.
 */
export function LinkFrame({ appName, url }: { appName: string; url: string }) {
  const { loadState, markLoaded } = useFrameLoad();
  const pageWords = texts.fulfillByApp.page;
  const notLoadedWords = loadState === "blocked" ? pageWords.blocked : pageWords.slow;
  return (
    <FramedPage
      url={url}
      title={pageWords.frame({ app: appName })}
      loadState={loadState}
      onLoad={markLoaded}
      loadingText={pageWords.opening({ app: appName })}
      words={{ title: notLoadedWords.title, text: notLoadedWords.text({ app: appName }) }}
      actions={
        <>
          {/* Reload the document, so that it gets a new content security policy. */}
          <Button onClick={() => window.location.reload()}>{pageWords.again}</Button>
          <NewTabLink url={url} />
        </>
      }
    />
  );
}
