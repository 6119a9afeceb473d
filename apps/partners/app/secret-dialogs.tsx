import { Text } from "@mantine/core";
import { ConfirmDialog, usePartnerConsole } from "@souk/ui";
import type { AppSecret, NewSecret, PartnerApp } from "../records.ts";
import { texts } from "../texts.ts";

/** The action on an app's secrets that is being confirmed. */
export type SecretConfirmation =
  | { kind: "rotate" }
  | { kind: "switch" }
  | { kind: "revoke"; secret: AppSecret };

interface SecretDialogsProps {
  app: PartnerApp;
  /** The open confirmation; null if none is open. */
  confirmation: SecretConfirmation | null;
  onClose: () => void;
  onRotated: (secret: NewSecret) => void;
  onChanged: () => void;
}

const words = texts.secrets;

/** Show the open confirmation dialog, which states the effect of the action on the secrets. */
export function SecretDialogs(props: SecretDialogsProps) {
  const { app, confirmation, onClose, onRotated, onChanged } = props;
  const partners = usePartnerConsole();
  const params = { id: app.id };
  const signingSecret = app.secrets.find(({ state }) => state === "signing");
  const nextSecret = app.secrets.find(({ state }) => state === "next");
  return (
    <>
      <ConfirmDialog
        opened={confirmation?.kind === "rotate"}
        onClose={onClose}
        title={words.rotateTitle}
        confirm={words.rotateConfirm}
        onConfirm={() => partners.apps.rotate_secret({ params })}
        onDone={({ secret }) => {
          onRotated(secret);
          onChanged();
        }}
      >
        {words.rotateText.map((text) => (
          <Text key={text} mb="xs">
            {text}
          </Text>
        ))}
      </ConfirmDialog>
      <ConfirmDialog
        opened={confirmation?.kind === "switch" && nextSecret !== undefined}
        onClose={onClose}
        title={words.switchTitle}
        confirm={words.switchNow}
        onConfirm={() => partners.apps.switch_secret({ params })}
        done={words.switched}
        onDone={onChanged}
      >
        <Text>{words.switchText({ from: signingSecret?.hint ?? "", to: nextSecret?.hint ?? "" })}</Text>
      </ConfirmDialog>
      <RevokeDialog {...props} secret={confirmation?.kind === "revoke" ? confirmation.secret : null} />
    </>
  );
}

function RevokeDialog({
  app,
  secret,
  onClose,
  onChanged,
}: SecretDialogsProps & { secret: AppSecret | null }) {
  const partners = usePartnerConsole();
  const otherHint = app.secrets.find(({ id }) => id !== secret?.id)?.hint ?? "";
  const text = secret?.state === "signing" ? words.revokeSigning : words.revokeNext;
  return (
    <ConfirmDialog
      opened={secret !== null}
      onClose={onClose}
      title={words.revokeTitle({ hint: secret?.hint ?? "" })}
      confirm={words.revoke}
      danger
      onConfirm={() => partners.apps.revoke_secret({ params: { id: app.id, secret_id: secret?.id ?? 0 } })}
      done={words.revoked}
      onDone={onChanged}
    >
      <Text>{text({ other: otherHint })}</Text>
    </ConfirmDialog>
  );
}
