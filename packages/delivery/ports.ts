// Ports of services that an HTTP request could trigger or disturb: the Fetch standard's bad ports above 1023, and the
// default ports of databases, caches and brokers.
const portsOfOtherServices = new Set([
  1433, 1521, 1719, 1720, 1723, 1883, 2049, 2181, 2375, 2379, 3306, 3389, 3659, 4045, 4190, 5060, 5061, 5432,
  5672, 5900, 6000, 6379, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 9042, 9092, 9200, 10080, 11211,
  27017,
]);

/**
 * Return whether a URL may use a port: 443, or a port above 1023 that is not the usual port of another service.
 *
 * @param port the `port` of a parsed https URL, empty for 443
 */
export function isAllowedPort(port: string): boolean {
  if (port === "") return true;
  const number = Number(port);
  return number >= 1024 && !portsOfOtherServices.has(number);
}
