// Listens on an address, and explains to the operator why it cannot be used.
import { StartProblem, errorCode } from '../start-problem.ts';

/** Calls `start`. Throws StartProblem if the address or the port is unusable. */
export async function explainListening<T>(
  start: () => Promise<T>,
  { port, options }: { readonly port: number; readonly options: { ip: string; port: string } },
): Promise<T> {
  try {
    return await start();
  } catch (error) {
    const code = errorCode(error);
    if (code === 'EADDRINUSE')
      throw new StartProblem(
        `Port ${port} is already in use. Choose another one with ${options.port}.`,
      );
    if (code === 'EADDRNOTAVAIL')
      throw new StartProblem(
        `This machine does not have the IP of ${options.ip}. Choose another one with ${options.ip}.`,
      );
    if (code === 'EACCES')
      throw new StartProblem(
        `This user may not use port ${port}. Choose one above 1023 with ${options.port}.`,
      );
    throw error;
  }
}
