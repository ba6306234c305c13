#pragma once

#include "latchkey.hpp"

/// The service that this program believes. Fill it in before you give the program to anybody.
inline latchkey::Options service() {
  return {"https://licenses.example.com", "My App", "abcde12345", "1.0", {"<64 hex characters>"}};
}
