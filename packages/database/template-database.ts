import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { getErrorCode } from "./database-unavailable.ts";

/** A database from which other databases are cloned. It must have no connections while it is cloned. */
export interface TemplateDatabase {
  /** The connection string of another database on the same server, with a role that may create databases. */
  adminUrl: string;
  name: string;
}

export interface ClonedDatabase {
  connectionString: string;
  drop(): Promise<void>;
}

/**
 * Create a template database for tests.
 * @param adminUrl the connection string of a database on the server, with a role that may create databases
 * @param prepare a function that fills the template, such as `migrate`, and closes its connections before it resolves
 */
export async function createTemplate(
  adminUrl: string,
  prepare: (connectionString: string) => Promise<unknown>,
): Promise<TemplateDatabase> {
  const name = `souk_template_${randomBytes(6).toString("hex")}`;
  await runAsAdmin(adminUrl, `create database ${name}`);
  await prepare(buildDatabaseUrl(adminUrl, name));
  return { adminUrl, name };
}

/** Create a database as a copy of a template. */
export async function cloneDatabase(template: TemplateDatabase): Promise<ClonedDatabase> {
  const { adminUrl } = template;
  const name = `souk_test_${randomBytes(6).toString("hex")}`;
  await runAsAdmin(adminUrl, `create database ${name} template ${template.name} strategy file_copy`);
  return {
    connectionString: buildDatabaseUrl(adminUrl, name),
    drop: () => dropTemplate({ adminUrl, name }),
  };
}

// The maximum number of attempts to drop a database while autovacuum works in it, and the pause between two attempts.
const maxAttempts = 300;
const pauseMs = 100;

/**
 * Drop a template, or another database on its server, and end all connections to it.
 * @param pause a function that waits before the next attempt
 */
export async function dropTemplate(
  { adminUrl, name }: TemplateDatabase,
  pause: () => Promise<unknown> = () => sleep(pauseMs),
): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await runAsAdmin(adminUrl, `drop database if exists ${name} with (force)`);
    } catch (error) {
      // An autovacuum worker in the database belongs to the superuser, so another role that tries to end it gets the error 42501
      // (insufficient_privilege). The worker soon ends by itself.
      if (getErrorCode(error) !== "42501" || attempt === maxAttempts) throw error;
      await pause();
    }
  }
}

async function runAsAdmin(adminUrl: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl, application_name: "souk-template" });
  try {
    await client.connect();
    await client.query(statement);
  } finally {
    await client.end();
  }
}

// The path is replaced as text, because URL rejects the URL of a Unix socket, which has no host.
function buildDatabaseUrl(connectionString: string, name: string): string {
  return connectionString.replace(/^([a-z]+:\/\/[^/?]*)\/[^?]*/, `$1/${name}`);
}
