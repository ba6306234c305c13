// Configures zod: no code generation, which the main process forbids. Import this before anything that makes a schema.
import { z } from 'zod';

z.config({ jitless: true });
