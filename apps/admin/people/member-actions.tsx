import { ConfirmButton, useAdminConsole, useStore } from "@souk/ui";
import { texts } from "../texts.ts";
import { ChangeMember } from "./change-member.tsx";
import { getDisplayName, type Member, stalePeople } from "./people-queries.ts";
import classes from "./row-actions.module.css";

const small = { size: "xs" } as const;

/** Show the signed-in person's actions on a staff member. */
export function MemberActions({ member }: { member: Member }) {
  const { role: own } = useStore();
  if (member.is_self) return member.role === "owner" ? null : <Leave member={member} />;
  const mayChange = own === "owner" || member.role === "staff";
  if (!mayChange || member.role === "owner") return null;
  return (
    <div className={classes["actions"]}>
      <ChangeMember member={member} />
      {own === "owner" && <HandOver member={member} />}
      <Remove member={member} />
    </div>
  );
}

function Remove({ member }: { member: Member }) {
  const admin = useAdminConsole();
  const name = getDisplayName(member);
  return (
    <ConfirmButton
      danger
      label={texts.people.remove}
      spoken={texts.people.removeLabel({ name })}
      button={small}
      title={texts.people.removeTitle({ name })}
      confirm={texts.people.remove}
      done={texts.people.removed({ name })}
      onConfirm={() => admin.members.delete({ params: { id: member.id } })}
      refresh={stalePeople}
    >
      {texts.people.removeText({ name })}
    </ConfirmButton>
  );
}

function HandOver({ member }: { member: Member }) {
  const admin = useAdminConsole();
  const { handle } = useStore();
  const name = getDisplayName(member);
  return (
    <ConfirmButton
      danger
      label={texts.people.makeOwner}
      spoken={texts.people.makeOwnerLabel({ name })}
      button={small}
      title={texts.people.transferTitle({ name })}
      confirm={texts.people.makeOwner}
      typed={handle}
      done={texts.people.transferred({ name })}
      onConfirm={() => admin.members.make_owner({ params: { id: member.id } })}
      // The document says which role the person before the screen has.
      onDone={() => location.reload()}
    >
      {texts.people.transferText({ name })}
    </ConfirmButton>
  );
}

function Leave({ member }: { member: Member }) {
  const admin = useAdminConsole();
  return (
    <ConfirmButton
      danger
      label={texts.people.leave}
      button={small}
      title={texts.people.leaveTitle}
      confirm={texts.people.leave}
      onConfirm={() => admin.members.delete({ params: { id: member.id } })}
      onDone={() => location.assign("/?choose")}
    >
      {texts.people.leaveText}
    </ConfirmButton>
  );
}
