import { UnstyledButton } from "@mantine/core";
import { useState } from "react";
import { strings } from "../strings.ts";
import styles from "./long-text.module.css";

/**
 * A text that is cut when it is long, with a button that shows all of it.
 * @param most how many characters are shown at first
 */
export function LongText({ text, most = 80 }: { text: string; most?: number }) {
  const [isOpen, setOpen] = useState(false);
  const letters = [...text];
  if (letters.length <= most) return <span>{text}</span>;
  return (
    <span>
      {isOpen ? text : `${letters.slice(0, most).join("").trimEnd()}…`}{" "}
      <UnstyledButton
        className={styles["more"]}
        aria-expanded={isOpen}
        onClick={(event) => {
          event.stopPropagation();
          setOpen(!isOpen);
        }}
      >
        {isOpen ? strings.showLess : strings.showAll}
      </UnstyledButton>
    </span>
  );
}
