import { Text } from "@mantine/core";
import { type Right, rights } from "@souk/contract";
import type { ReactNode } from "react";
import classes from "./edit-gate.module.css";
import { texts } from "./texts.ts";
import { usePermissions } from "./use-permissions.ts";

interface EditGateProps {
  /** The right that the forms and buttons of the content require. */
  requiredRight: Right;
  /** Whether to leave out the sentence that names the right, because another gate on the page shows the sentence. */
  isQuiet?: boolean;
  children: ReactNode;
}

/**
 * Show content that only people with a certain right may change. If the person lacks the right, the inputs and buttons are
 * disabled, and a sentence names the right.
 */
export function EditGate({ requiredRight, isQuiet = false, children }: EditGateProps) {
  if (usePermissions()(requiredRight)) return children;
  return (
    <>
      {!isQuiet && (
        <Text size="sm" c="dimmed" mb="md" role="note">
          {texts.common.viewOnly({ right: `${rights[requiredRight]} (${requiredRight})` })}
        </Text>
      )}
      <fieldset disabled className={classes["content"]}>
        {children}
      </fieldset>
    </>
  );
}
