/**
 * Measures processor time, which depends little on how busy the machine is. For input made to be slow, where a limit
 * tells a second from minutes.
 */
export function cpuTimer(): () => number {
  const before = process.cpuUsage()
  return () => process.cpuUsage(before).user / 1_000
}
