// Configures zod to generate no code, which the main process forbids. Import this before a schema.
import { z } from 'zod';

z.config({ jitless: true });
