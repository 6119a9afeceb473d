import { UnstyledButton } from "@mantine/core";
import { useState } from "react";
import { texts } from "../texts.ts";
import styles from "./long-text.module.css";

/**
 * Show a text. A long text is truncated, with a button that shows all of it.
 * @param maxLength the number of characters of a truncated text
 */
export function LongText({ text, maxLength = 80 }: { text: string; maxLength?: number }) {
  const [isExpanded, setExpanded] = useState(false);
  const characters = [...text];
  if (characters.length <= maxLength) return <span>{text}</span>;
  return (
    <span>
      {isExpanded ? text : `${characters.slice(0, maxLength).join("").trimEnd()}…`}{" "}
      <UnstyledButton
        className={styles["more"]}
        aria-expanded={isExpanded}
        onClick={(event) => {
          event.stopPropagation();
          setExpanded(!isExpanded);
        }}
      >
        {isExpanded ? texts.showLess : texts.showAll}
      </UnstyledButton>
    </span>
  );
}
