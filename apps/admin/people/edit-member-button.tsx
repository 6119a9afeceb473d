import { Button, Group, Stack } from "@mantine/core";
import { assignableRights } from "@souk/contract";
import { Dialog, ErrorNote, useAction, useAdminConsole } from "@souk/ui";
import { type FormEvent, useState } from "react";
import { getFieldError } from "../settings/field-error.ts";
import { texts } from "../texts.ts";
import { usePermissions } from "../use-permissions.ts";
import { getDisplayName, type Member, queriesShowingStaff } from "./people-queries.ts";
import { buildRoleBody, RoleFields, type SelectedRole } from "./role-fields.tsx";

/** Show the button that opens a dialog to edit a staff member's role, rights and apps. */
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
  // Only the owner may appoint managers, and only the owner has the right `store.transfer`.
  const canSelectManager = usePermissions()("store.transfer");
  const [selectedRole, setSelectedRole] = useState<SelectedRole>({
    // The owner has no edit button, but the type of `member.role` includes the owner.
    role: member.role === "owner" ? "manager" : member.role,
    rights: member.rights.filter((right) => assignableRights.includes(right)),
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
  const rightsError = getFieldError(action.error, "rights");
  return (
    <form onSubmit={submit}>
      <Stack>
        <RoleFields
          selectedRole={selectedRole}
          canSelectManager={canSelectManager}
          rightsError={rightsError}
          onChange={setSelectedRole}
        />
        {action.error !== null && rightsError === null && <ErrorNote error={action.error} />}
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
