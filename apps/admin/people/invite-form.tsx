import { Button, Group, Stack, TextInput } from "@mantine/core";
import { ErrorNote, Section, useAction, useAdminConsole, useStore } from "@souk/ui";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { fieldRefusal } from "../settings/field-refusal.ts";
import { type SentInvitation, stalePeople } from "./people-queries.ts";
import { bodyOfRole, type GivenRole, RoleFields } from "./role-fields.tsx";
import { strings } from "./strings.ts";

interface InviteFormProps {
  onSent: (sent: SentInvitation) => void;
  onCancel: () => void;
}

/** Asks somebody to join the shop. */
export function InviteForm({ onSent, onCancel }: InviteFormProps) {
  const admin = useAdminConsole();
  const { role: own } = useStore();
  const [email, setEmail] = useState("");
  const [given, setGiven] = useState<GivenRole>({ role: "staff", scopes: [] });
  const first = useRef<HTMLInputElement>(null);
  useEffect(() => first.current?.focus(), []);
  const { invite } = strings;
  const action = useAction({
    run: () => admin.invitations.create({ body: { email: email.trim(), ...bodyOfRole(given) } }),
    done: invite.sent(email.trim()),
    refresh: stalePeople,
    quiet: true,
    onDone: ({ invitation }) => onSent(invitation),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    action.start();
  };
  const emailError = fieldRefusal(action.error, "email");
  const scopesError = fieldRefusal(action.error, "scopes");
  return (
    <Section title={invite.title}>
      <form onSubmit={submit}>
        <Stack>
          <TextInput
            label={invite.email}
            description={invite.emailHelp}
            type="email"
            maxLength={255}
            required
            ref={first}
            maw={576}
            value={email}
            error={emailError}
            onChange={(event) => setEmail(event.currentTarget.value)}
          />
          <RoleFields
            given={given}
            mayMakeManagers={own === "owner"}
            scopesError={scopesError}
            onChange={setGiven}
          />
          {action.error !== null && emailError === null && scopesError === null && (
            <ErrorNote error={action.error} />
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={onCancel} disabled={action.isRunning}>
              {strings.cancel}
            </Button>
            <Button type="submit" loading={action.isRunning}>
              {invite.submit}
            </Button>
          </Group>
        </Stack>
      </form>
    </Section>
  );
}
