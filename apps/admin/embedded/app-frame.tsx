import { Button } from "@mantine/core";
import { useRef, useState } from "react";
import { FramedPage } from "./framed-page.tsx";
import { NewTabButton } from "./new-tab-button.tsx";
import type { OpenedApp } from "./opened-app.ts";
import { strings } from "./strings.ts";
import { useArrival } from "./use-arrival.ts";
import { useBridge } from "./use-bridge.ts";

interface AppFrameProps {
  app: OpenedApp;
  /** The App URL, signed for this frame. */
  url: string;
  onReload: () => void;
  onTitle: (text: string) => void;
}

/** The frame that an app's page stands in, with its bridge (INS-15). A new address needs a new frame: give it a `key`. */
export function AppFrame({ app, url, onReload, onTitle }: AppFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const { arrival, arrive } = useArrival();
  const [height, setHeight] = useState<number>();
  useBridge(app, frame, { greet: arrive, title: onTitle, resize: setHeight });
  const { slow, opening } = strings;
  return (
    <FramedPage
      url={url}
      title={strings.frame(app.name)}
      height={height}
      frame={frame}
      arrival={arrival}
      onArrive={arrive}
      opening={opening(app.name)}
      words={{ title: slow.title, text: slow.text(app.name) }}
      ways={
        <>
          <Button onClick={onReload}>{strings.reload}</Button>
          <NewTabButton app={app} />
        </>
      }
    />
  );
}
