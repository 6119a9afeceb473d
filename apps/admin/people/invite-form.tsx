import { Button, Group, Stack, TextInput } from "@mantine/core";
import { ErrorNote, Section, useAction, useAdminConsole } from "@souk/ui";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { getFieldError } from "../settings/field-error.ts";
import { texts } from "../texts.ts";
import { usePermissions } from "../use-permissions.ts";
import { queriesShowingStaff, type SentInvitation } from "./people-queries.ts";
import { buildRoleBody, RoleFields, type SelectedRole } from "./role-fields.tsx";

interface InviteFormProps {
  /** Called with the new invitation, whose link must be shown. */
  onSent: (invitation: SentInvitation) => void;
  onCancel: () => void;
}

/** Show the form that invites a person to the store. */
export function InviteForm({ onSent, onCancel }: InviteFormProps) {
  const admin = useAdminConsole();
  // Only the owner may appoint managers, and only the owner has the right `store.transfer`.
  const canSelectManager = usePermissions()("store.transfer");
  const [email, setEmail] = useState("");
  const [selectedRole, setSelectedRole] = useState<SelectedRole>({
    role: "packer",
    rights: [],
    installation_ids: [],
  });
  const emailInput = useRef<HTMLInputElement>(null);
  useEffect(() => emailInput.current?.focus(), []);
  const words = texts.people.invite;
  const action = useAction({
    run: () => admin.invitations.create({ body: { email: email.trim(), ...buildRoleBody(selectedRole) } }),
    done: words.sent({ email: email.trim() }),
    refresh: queriesShowingStaff,
    quiet: true,
    onDone: ({ invitation }) => onSent(invitation),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    action.start();
  };
  const emailError = getFieldError(action.error, "email");
  const rightsError = getFieldError(action.error, "rights");
  return (
    <Section title={words.title}>
      <form onSubmit={submit}>
        <Stack>
          <TextInput
            label={words.email}
            description={words.emailHelp}
            type="email"
            maxLength={255}
            required
            ref={emailInput}
            maw={576}
            value={email}
            error={emailError}
            onChange={(event) => setEmail(event.currentTarget.value)}
          />
          <RoleFields
            selectedRole={selectedRole}
            canSelectManager={canSelectManager}
            rightsError={rightsError}
            onChange={setSelectedRole}
          />
          {action.error !== null && emailError === null && rightsError === null && (
            <ErrorNote error={action.error} />
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={onCancel} disabled={action.isRunning}>
              {texts.people.cancel}
            </Button>
            <Button type="submit" loading={action.isRunning}>
              {words.submit}
            </Button>
          </Group>
        </Stack>
      </form>
    </Section>
  );
}
