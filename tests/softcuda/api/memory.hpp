// SPDX-License-Identifier: MIT
// Who owns which bytes: charging allocations to a device's memory, finding the block an address lies in.
#pragma once
#include <string>

#include "softcuda/api/driver.hpp"

namespace softcuda::api {

std::uint64_t limit_of_memory();            // bytes of a device that can be in use
std::uint64_t bytes_in_use(const device&);  // what pools hold back included

// 0 when they do not fit.
std::uint64_t reserve(const std::shared_ptr<context>&, std::uint64_t bytes, const std::shared_ptr<pool>& from);
void release(int device, std::uint64_t address);

// The live block that holds address: null when there is none.
allocation* find_block(std::uint64_t address, int* device = nullptr);
// Throws invalid_value unless [address, address + bytes) lies in one live block; gives its device.
int require_range(std::uint64_t address, std::uint64_t bytes);
// An address of either side, as the unified address space tells them apart.
place place_of(std::uint64_t address, std::uint64_t bytes);
std::string address_text(std::uint64_t);

}  // namespace softcuda::api
