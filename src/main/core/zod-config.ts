// Stops zod from generating code, which the main process forbids. Import this before any schema.
import { z } from 'zod';

z.config({ jitless: true });
