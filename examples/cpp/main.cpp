// A protected program: without arguments for its loader, with a license key by hand. See
// docs/protect.md.
#include <cstdlib>
#include <fstream>
#include <iostream>

#include "latchkey.hpp"
#include "pinned.hpp"

/// Returns a random text that stays the same on this computer.
static std::string device_id() {
  const char* home = std::getenv("HOME");
  if (home == nullptr) home = std::getenv("LOCALAPPDATA");
  std::string file = std::string(home == nullptr ? "." : home) + "/.my-app-device", id;
  if (std::ifstream(file) >> id) return id;
  std::random_device random;
  for (int count = 0; count < 8; count++) id += std::to_string(random());
  std::ofstream(file) << id;
  return id;
}

static latchkey::Result<latchkey::Client> open(bool is_launched) {
  latchkey::Options options = service();
  if (is_launched) return latchkey::Client::from_loader(options, std::cin);
  options.device_id = device_id();
  return latchkey::Client::create(options);
}

static int refuse(const latchkey::Error& error) {
  if (error.kind == latchkey::Kind::line)
    std::cerr << "Start this program with its loader, or with a license key.\n";
  else
    std::cerr << "Not licensed: " << error.reason << "\n";
  return 1;
}

int main(int count, char** arguments) {
  bool is_launched = count < 2;
  auto client = open(is_launched);
  if (!client) return refuse(client.error());
  auto account = is_launched ? client->check() : client->license(arguments[1]);
  if (!account) return refuse(account.error());
  std::cout << "Hello " << account->username << "\n";
  if (account->offline_until) return 0;
  auto secret = client->variable("secret");
  if (!secret) return refuse(secret.error());
  std::cout << "The secret: " << *secret << "\n";
}
