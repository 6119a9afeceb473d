import { Card, Text, Title } from "@mantine/core";
import { type ReactNode, useId } from "react";
import styles from "./section.module.css";

interface SectionProps {
  title: string;
  /** A sentence below the heading. */
  lead?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}

/** Show a part of a page under its own heading. */
export function Section({ title, lead, actions, children }: SectionProps) {
  const id = useId();
  return (
    <Card component="section" aria-labelledby={id}>
      <div className={styles["head"]}>
        <div>
          <Title order={2} id={id}>
            {title}
          </Title>
          {lead !== undefined && (
            <Text c="dimmed" size="sm" mt={2}>
              {lead}
            </Text>
          )}
        </div>
        {actions}
      </div>
      {children}
    </Card>
  );
}
