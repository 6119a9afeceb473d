import { Button, Group, Stack } from "@mantine/core";
import { Dialog, ErrorNote, useAction, useAdminConsole, useStore } from "@souk/ui";
import { type FormEvent, useState } from "react";
import { getFieldError } from "../settings/field-error.ts";
import { texts } from "../texts.ts";
import { getDisplayName, type Member, queriesShowingStaff } from "./people-queries.ts";
import { buildRoleBody, RoleFields, type SelectedRole } from "./role-fields.tsx";

/** Show the button that opens a dialog to edit a staff member's role, areas and apps. */
export function EditMemberButton({ member }: { member: Member }) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  const name = getDisplayName(member);
  return (
    <>
      <Button
        variant="default"
        size="xs"
        aria-label={texts.people.changeLabel({ name })}
        onClick={() => setOpen(true)}
      >
        {texts.people.change}
      </Button>
      <Dialog opened={isOpen} onClose={close} title={texts.people.changeLabel({ name })} size="lg">
        <EditMemberForm member={member} onClose={close} />
      </Dialog>
    </>
  );
}

function EditMemberForm({ member, onClose }: { member: Member; onClose: () => void }) {
  const admin = useAdminConsole();
  const { role: ownRole } = useStore();
  const [selectedRole, setSelectedRole] = useState<SelectedRole>({
    role: member.role === "manager" ? "manager" : "staff",
    scopes: member.scopes,
    installation_ids: member.installation_ids,
  });
  const action = useAction({
    run: () => admin.members.update({ params: { id: member.id }, body: buildRoleBody(selectedRole) }),
    done: texts.people.changed({ name: getDisplayName(member) }),
    refresh: queriesShowingStaff,
    quiet: true,
    onDone: onClose,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    action.start();
  };
  const scopesError = getFieldError(action.error, "scopes");
  return (
    <form onSubmit={submit}>
      <Stack>
        <RoleFields
          selectedRole={selectedRole}
          canSelectManager={ownRole === "owner"}
          scopesError={scopesError}
          onChange={setSelectedRole}
        />
        {action.error !== null && scopesError === null && <ErrorNote error={action.error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} disabled={action.isRunning}>
            {texts.people.cancel}
          </Button>
          <Button type="submit" loading={action.isRunning}>
            {texts.people.save}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
