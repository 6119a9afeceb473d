import { Text } from "@mantine/core";
import { type Right, rights } from "@souk/contract";
import type { ReactNode } from "react";
import classes from "./edit-gate.module.css";
import { texts } from "./texts.ts";
import { usePermissions } from "./use-permissions.ts";

interface EditGateProps {
  /** The right that the forms and buttons of the content require. */
  right: Right;
  /** Whether to disable the content without the sentence that says why, because another gate on the page shows the sentence. */
  isQuiet?: boolean;
  children: ReactNode;
}

/** Show content that people without a right can only view: its inputs and buttons are disabled, and a sentence names the right. */
export function EditGate({ right, isQuiet = false, children }: EditGateProps) {
  if (usePermissions()(right)) return children;
  return (
    <>
      {!isQuiet && (
        <Text size="sm" c="dimmed" mb="md" role="note">
          {texts.common.viewOnly({ right: `${rights[right]} (${right})` })}
        </Text>
      )}
      <fieldset disabled className={classes["content"]}>
        {children}
      </fieldset>
    </>
  );
}
