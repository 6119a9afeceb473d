import { ConfirmButton, useAdminConsole, useStore } from "@souk/ui";
import { texts } from "../texts.ts";
import { usePermissions } from "../use-permissions.ts";
import { EditMemberButton } from "./edit-member-button.tsx";
import { getDisplayName, type Member, queriesShowingStaff } from "./people-queries.ts";
import classes from "./row-actions.module.css";

const smallButton = { size: "xs" } as const;

/**
 * Show the actions that the signed-in person's role allows on a staff member. For that person's own entry, show the button
 * to leave the store.
 */
export function MemberActions({ member }: { member: Member }) {
  // Only the owner may manage managers, and only the owner has the right `store.transfer`.
  const canManageManagers = usePermissions()("store.transfer");
  if (member.is_self) return member.role === "owner" ? null : <LeaveButton member={member} />;
  const canEdit = canManageManagers || member.role !== "manager";
  if (!canEdit || member.role === "owner") return null;
  return (
    <div className={classes["actions"]}>
      <EditMemberButton member={member} />
      {canManageManagers && <TransferOwnershipButton member={member} />}
      <RemoveButton member={member} />
    </div>
  );
}

function RemoveButton({ member }: { member: Member }) {
  const admin = useAdminConsole();
  const name = getDisplayName(member);
  return (
    <ConfirmButton
      danger
      label={texts.people.remove}
      accessibleName={texts.people.removeLabel({ name })}
      button={smallButton}
      title={texts.people.removeTitle({ name })}
      confirm={texts.people.remove}
      done={texts.people.removed({ name })}
      onConfirm={() => admin.members.delete({ params: { id: member.id } })}
      refresh={queriesShowingStaff}
    >
      {texts.people.removeText({ name })}
    </ConfirmButton>
  );
}

function TransferOwnershipButton({ member }: { member: Member }) {
  const admin = useAdminConsole();
  const { handle } = useStore();
  const name = getDisplayName(member);
  return (
    <ConfirmButton
      danger
      label={texts.people.makeOwner}
      accessibleName={texts.people.makeOwnerLabel({ name })}
      button={smallButton}
      title={texts.people.transferTitle({ name })}
      confirm={texts.people.makeOwner}
      textToType={handle}
      done={texts.people.transferred({ name })}
      onConfirm={() => admin.members.make_owner({ params: { id: member.id } })}
      // Reload the document, which contains the signed-in person's role.
      onDone={() => location.reload()}
    >
      {texts.people.transferText({ name })}
    </ConfirmButton>
  );
}

function LeaveButton({ member }: { member: Member }) {
  const admin = useAdminConsole();
  return (
    <ConfirmButton
      danger
      label={texts.people.leave}
      button={smallButton}
      title={texts.people.leaveTitle}
      confirm={texts.people.leave}
      onConfirm={() => admin.members.delete({ params: { id: member.id } })}
      // Open the page on which the person chooses another store.
      onDone={() => location.assign("/?choose")}
    >
      {texts.people.leaveText}
    </ConfirmButton>
  );
}
