import { Anchor, Breadcrumbs, Text, Title } from "@mantine/core";
import { useRouterState } from "@tanstack/react-router";
import { type ReactNode, useEffect, useRef } from "react";
import { usePanel } from "../panel/panel-context.ts";
import { strings } from "../strings.ts";
import { AppLink } from "../text/app-link.tsx";
import styles from "./page-frame.module.css";

export interface PageFrameProps {
  title: string;
  /** The way here from the start, without this page. */
  breadcrumbs?: readonly { label: string; to: string }[];
  /** Buttons for the whole page. */
  actions?: ReactNode;
  /** One sentence below the heading. */
  lead?: ReactNode;
  /** Beside the heading: a badge of the state. */
  badge?: ReactNode;
  /** Uses the whole width of the window. */
  wide?: boolean;
  children: ReactNode;
}

/** Names the page in the window's title and, after a change of page, leads keyboard and screen reader to its heading. */
function useArrival(title: string) {
  const { visited, product } = usePanel();
  const path = useRouterState({ select: ({ matches }) => matches.at(-1)?.pathname ?? "" });
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} · ${strings.brand} ${product}`;
  }, [title, product]);
  useEffect(() => {
    const isFirst = visited.path === "";
    const isSame = visited.path === path;
    visited.path = path;
    if (!isFirst && !isSame) heading.current?.focus();
  }, [path, visited]);
  return heading;
}

/** A page: its heading, the way back, its actions. It stands outermost, also while the page loads. */
export function PageFrame(props: PageFrameProps) {
  const { title, breadcrumbs = [], actions, lead, badge, wide, children } = props;
  const heading = useArrival(title);
  return (
    <div className={styles["page"]} data-wide={wide === true || undefined}>
      {breadcrumbs.length > 0 && (
        <nav aria-label={strings.breadcrumbs}>
          <Breadcrumbs className={styles["crumbs"]} separatorMargin="xs">
            {breadcrumbs.map(({ label, to }) => (
              <Anchor component={AppLink} key={to} to={to} size="sm" c="dimmed">
                {label}
              </Anchor>
            ))}
          </Breadcrumbs>
        </nav>
      )}
      <div className={styles["head"]}>
        <div className={styles["titles"]}>
          <Title order={1} ref={heading} tabIndex={-1} className={styles["title"]}>
            {title}
          </Title>
          {badge}
        </div>
        {actions !== undefined && <div className={styles["actions"]}>{actions}</div>}
      </div>
      {lead !== undefined && (
        <Text c="dimmed" className={styles["lead"]}>
          {lead}
        </Text>
      )}
      <div className={styles["body"]}>{children}</div>
    </div>
  );
}
