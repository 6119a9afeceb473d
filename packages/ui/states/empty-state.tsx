import { Text } from "@mantine/core";
import type { ReactNode } from "react";
import type { IconComponent } from "../shell/nav-item.ts";
import styles from "./states.module.css";

interface EmptyStateProps {
  title: string;
  icon?: IconComponent;
  /** A sentence on what to do next. */
  children?: ReactNode;
  /** The button for the next step. */
  action?: ReactNode;
}

/** Show a message in place of missing content, and how to add the content. */
export function EmptyState({ title, icon: Icon, children, action }: EmptyStateProps) {
  return (
    <div className={styles["state"]}>
      {Icon !== undefined && (
        <div className={styles["icon"]} aria-hidden="true">
          <Icon size={26} stroke={1.5} />
        </div>
      )}
      <Text fw={600}>{title}</Text>
      {children !== undefined && (
        <Text c="dimmed" className={styles["text"]} component="div">
          {children}
        </Text>
      )}
      {action !== undefined && <div className={styles["action"]}>{action}</div>}
    </div>
  );
}
