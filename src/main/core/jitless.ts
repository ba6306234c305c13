// Import this before anything that makes a zod schema: the main process runs without code generation.
import { z } from 'zod';

z.config({ jitless: true });
