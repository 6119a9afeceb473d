import { useStore } from "@souk/ui";

/** Whether the signed-in person installs and changes apps; staff of a shop only see and open them. */
export function useMayManage(): boolean {
  const { role } = useStore();
  return role === "owner" || role === "manager";
}
