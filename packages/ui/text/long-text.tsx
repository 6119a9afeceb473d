import { UnstyledButton } from "@mantine/core";
import { useState } from "react";
import { texts } from "../texts.ts";
import styles from "./long-text.module.css";

/**
 * Show a text that is shortened when it is long, with a button that shows all of it.
 * @param maxLength the number of characters that are shown at first
 */
export function LongText({ text, maxLength = 80 }: { text: string; maxLength?: number }) {
  const [isOpen, setOpen] = useState(false);
  const characters = [...text];
  if (characters.length <= maxLength) return <span>{text}</span>;
  return (
    <span>
      {isOpen ? text : `${characters.slice(0, maxLength).join("").trimEnd()}…`}{" "}
      <UnstyledButton
        className={styles["more"]}
        aria-expanded={isOpen}
        onClick={(event) => {
          event.stopPropagation();
          setOpen(!isOpen);
        }}
      >
        {isOpen ? texts.showLess : texts.showAll}
      </UnstyledButton>
    </span>
  );
}
