import { Group, Loader, Text } from "@mantine/core";
import { EmptyState } from "@souk/ui";
import { IconHourglass } from "@tabler/icons-react";
import type { ReactNode, Ref } from "react";
import styles from "./framed-page.module.css";
import type { FrameLoadState } from "./use-frame-load.ts";

interface FramedPageProps {
  url: string;
  /** The frame's accessible name. */
  title: string;
  /** The frame's height in CSS pixels; by default the window's height. */
  height?: number | undefined;
  frame?: Ref<HTMLIFrameElement>;
  loadState: FrameLoadState;
  onLoad: () => void;
  /** The text shown while the page loads. */
  loadingText: string;
  /** The message shown if the page is slow or blocked. */
  words: { title: string; text: string };
  /** The buttons shown if the page is slow or blocked. */
  actions: ReactNode;
}

/** Show an app's page in a frame, covered by a message until it has loaded. */
export function FramedPage(props: FramedPageProps) {
  const { url, title, height, frame, loadState, onLoad, loadingText, words, actions } = props;
  return (
    <div className={styles["stage"]} style={height === undefined ? undefined : { height }}>
      <iframe
        ref={frame}
        className={styles["frame"]}
        title={title}
        src={url}
        sandbox="allow-scripts allow-forms allow-same-origin allow-popups allow-downloads"
        referrerPolicy="no-referrer"
        allow=""
        onLoad={onLoad}
      />
      {loadState !== "loaded" && (
        <div className={styles["cover"]} role="status">
          {loadState === "loading" ? (
            <LoadingMessage text={loadingText} />
          ) : (
            <NotLoadedMessage words={words} actions={actions} />
          )}
        </div>
      )}
    </div>
  );
}

function LoadingMessage({ text }: { text: string }) {
  return (
    <Group gap="sm">
      <Loader size="sm" aria-hidden />
      <Text c="dimmed">{text}</Text>
    </Group>
  );
}

function NotLoadedMessage({ words, actions }: Pick<FramedPageProps, "words" | "actions">) {
  return (
    <EmptyState icon={IconHourglass} title={words.title} action={<Group justify="center">{actions}</Group>}>
      {words.text}
    </EmptyState>
  );
}
