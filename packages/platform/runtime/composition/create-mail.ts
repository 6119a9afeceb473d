import {
  createMailCarrier,
  createPost,
  deleteEmailsBefore,
  mailboxPage,
  type Post,
} from "../../infrastructure/mail/index.ts";
import type { PageRoute } from "../../infrastructure/routing/page.ts";
import type { Addresses } from "../addresses.ts";
import type { Clock } from "../clock.ts";
import type { Config } from "../config/index.ts";
import type { Job } from "../housekeeping/index.ts";
import type { Vault } from "../secrets/vault.ts";

/** The email of the platform: how it is queued, how it leaves, and where it is seen in development. */
export interface PlatformMail {
  post: Post;
  /** Whether email leaves this platform. */
  sends: boolean;
  pages: PageRoute[];
  housekeeping: Job[];
  close(): void;
}

const secondMs = 1_000;
const hourMs = 3_600_000;
const keptMs = 30 * 24 * hourMs;

interface MailDeps {
  config: Config;
  vault: Vault;
  clock: Clock;
  addresses: Addresses;
}

export function createMail({ config, vault, clock, addresses }: MailDeps): PlatformMail {
  const { smtpUrl } = config.mail;
  const settings = smtpUrl === null ? null : { ...config.mail, smtpUrl };
  const carrier = settings && createMailCarrier({ settings, vault, clock, domain: addresses.domain });
  const carrying: Job[] = carrier
    ? [{ name: "send mail", everyMs: secondMs, concurrent: true, run: carrier.carry }]
    : [];
  const forgetting: Job = {
    name: "forget mail",
    everyMs: hourMs,
    run: (database) => deleteEmailsBefore(database, new Date(clock.now() - keptMs)),
  };
  return {
    post: createPost({ vault, clock }),
    sends: carrier !== null,
    pages: config.mode === "development" ? [mailboxPage(vault)] : [],
    housekeeping: [...carrying, forgetting],
    close: () => carrier?.close(),
  };
}
